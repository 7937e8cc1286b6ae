// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterStatus} from "../../src/Meter.sol";
import {IMeterEscrow} from "../../src/IMeterEscrow.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";

/// @notice A signature to stop has no deadline: its holder chooses the moment. It is valid for its own meter, once, and
/// can only stop it.
contract EarlyStopSignatureTest is EscrowTest {
    uint256 private constant CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;

    function test_aSignatureFromBeforeTheOpening_stopsAtTheMomentItIsSent() public {
        MeterTerms memory terms = defaultTerms();
        bytes32 id = escrow.getId(terms);
        bytes memory signature = sign(escrow.getStopDigest(id), PAYER_KEY);
        vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.NotOpen.selector, id, MeterStatus.Unknown));
        escrow.stopBySig(terms, signature);
        openMeter(terms);
        vm.warp(NOW + 3000);
        vm.prank(stranger);
        escrow.stopBySig(terms, signature);
        vm.warp(NOW + 4000);
        closeAsOperator(terms, 3600);
        vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.NotOpen.selector, id, MeterStatus.Closed));
        escrow.stopBySig(terms, signature);
        assertBalances(FUNDS - 831_000, 822_690, 8_310, 0);
    }

    /// @dev The same signature written in another way: its mirror image on the curve, and 64 bytes (ERC-2098).
    function test_aSignature_hasOneForm() public {
        MeterTerms memory terms = openDefault();
        bytes32 id = escrow.getId(terms);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(PAYER_KEY, escrow.getStopDigest(id));
        bytes32 mirrored = bytes32(CURVE_ORDER - uint256(s));
        bytes32 compact = bytes32(uint256(v - 27) << 255 | uint256(s));
        bytes[2] memory forms = [abi.encodePacked(r, mirrored, v == 27 ? 28 : 27), abi.encodePacked(r, compact)];
        for (uint256 i = 0; i < forms.length; i++) {
            vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.StopSignatureInvalid.selector, id, payer));
            escrow.stopBySig(terms, forms[i]);
        }
        assertState(id, MeterStatus.Open, NOW, 0, 0);
    }
}
