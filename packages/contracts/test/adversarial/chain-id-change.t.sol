// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterStatus} from "../../src/Meter.sol";
import {IMeterEscrow} from "../../src/IMeterEscrow.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";

/// @notice The side of a fork that takes a new chain id reaches no earlier meter, for any account. The other side
/// reaches all.
contract ChainIdChangeTest is EscrowTest {
    uint256 private constant HERE = 31_337;
    uint256 private constant ELSEWHERE = 10_001;

    function test_noCaller_movesAMeter_underAnotherChainId() public {
        vm.chainId(HERE);
        MeterTerms memory terms = openDefault();
        bytes32 id = escrow.getId(terms);
        bytes memory stopSignature = sign(escrow.getStopDigest(id), PAYER_KEY);
        vm.warp(terms.expiry);
        vm.chainId(ELSEWHERE);
        bytes32 foreign = escrow.getId(terms);
        vm.assertTrue(foreign != id, "ids");
        expectUnknown(operator, foreign, abi.encodeCall(escrow.settle, (terms, 3600)));
        expectUnknown(operator, foreign, abi.encodeCall(escrow.close, (terms, 3600)));
        expectUnknown(payer, foreign, abi.encodeCall(escrow.stop, (terms)));
        expectUnknown(stranger, foreign, abi.encodeCall(escrow.reclaim, (terms)));
        vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.StopSignatureInvalid.selector, foreign, payer));
        escrow.stopBySig(terms, stopSignature);
        assertState(id, MeterStatus.Open, NOW, 0, 0);
        assertBalances(FUNDS - DEPOSIT, 0, 0, DEPOSIT);

        vm.chainId(HERE);
        escrow.reclaim(terms);
        assertBalances(FUNDS, 0, 0, 0);
    }

    function expectUnknown(address sender, bytes32 id, bytes memory call) private {
        vm.prank(sender);
        (bool success, bytes memory reason) = address(escrow).call(call);
        vm.assertTrue(!success, "refused");
        bytes memory expected = abi.encodeWithSelector(IMeterEscrow.NotOpen.selector, id, MeterStatus.Unknown);
        vm.assertEq(reason, expected, "reason");
    }
}
