// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterStatus} from "../../src/Meter.sol";
import {IMeterEscrow} from "../../src/IMeterEscrow.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";

contract StopTest is EscrowTest {
    // docs/money.md, rule 8
    function test_stop_freezesTheMeter() public {
        MeterTerms memory terms = openDefault();
        bytes32 id = escrow.getId(terms);
        vm.warp(NOW + 90);
        vm.expectEmit(address(escrow));
        emit IMeterEscrow.Stopped(id, uint40(NOW + 90));
        stopAsPayer(terms);
        assertState(id, MeterStatus.Open, NOW, NOW + 90, 0);
    }

    function test_stop_inTheOpeningBlock_leavesNothingToCharge() public {
        MeterTerms memory terms = openDefault();
        stopAsPayer(terms);
        vm.warp(NOW + 1000);
        (uint256 gross,, uint256 refund) = closeAsOperator(terms, 1000);
        vm.assertEq(gross, 0, "gross");
        vm.assertEq(refund, DEPOSIT, "refund");
    }

    // docs/money.md, rule 1
    function test_stop_reverts_whenNotPayer() public {
        MeterTerms memory terms = openDefault();
        address[3] memory others = [operator, merchant, stranger];
        for (uint256 i = 0; i < others.length; i++) {
            vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.NotPayer.selector, others[i], payer));
            vm.prank(others[i]);
            escrow.stop(terms);
        }
    }

    function test_stop_reverts_whenStoppedBefore() public {
        MeterTerms memory terms = openDefault();
        bytes32 id = escrow.getId(terms);
        vm.warp(NOW + 90);
        stopAsPayer(terms);
        vm.warp(NOW + 91);
        vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.AlreadyStopped.selector, id, NOW + 90));
        stopAsPayer(terms);
    }

    function test_stop_reverts_whenNotOpen() public {
        MeterTerms memory terms = defaultTerms();
        bytes32 id = escrow.getId(terms);
        vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.NotOpen.selector, id, MeterStatus.Unknown));
        stopAsPayer(terms);
        openMeter(terms);
        closeAsOperator(terms, 0);
        vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.NotOpen.selector, id, MeterStatus.Closed));
        stopAsPayer(terms);
    }
}
